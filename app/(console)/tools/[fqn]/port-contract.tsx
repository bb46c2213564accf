import { Panel } from '@/components/ui/panel';
import { Maybe } from '@/components/values/maybe';
import { Term } from '@/components/values/term';
import { outputVariantsOf, type PortContract, type ToolDetail } from '@/lib/contract/tools';
import { counted } from '@/lib/view/amount';

function Ports({ ports, label }: { ports: readonly PortContract[]; label: string }) {
  if (ports.length === 0) return <p className="px-3 py-2 text-3">No ports</p>;
  return (
    <table aria-label={label} className="w-full">
      <thead>
        <tr className="border-b border-line text-left text-xs text-3">
          <th scope="col" className="h-8 px-3 font-medium">
            <Term>Port</Term>
          </th>
          <th scope="col" className="h-8 w-28 px-3 font-medium">
            Cardinality
          </th>
          <th scope="col" className="h-8 w-28 px-3 font-medium">
            Value
          </th>
        </tr>
      </thead>
      <tbody>
        {ports.map((port) => (
          <tr key={port.port_name} className="border-b border-line last:border-b-0">
            <td className="h-[34px] px-3 mono break-all">{port.port_name}</td>
            <td className="px-3 text-2">{port.cardinality}</td>
            <td className="px-3 text-2">{port.value_kind}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The immutable port contract of a tool. */
export function PortContractView({ tool }: { tool: ToolDetail }) {
  const variants = outputVariantsOf(tool);
  return (
    <div className="grid grid-cols-1 gap-3.5 lg:grid-cols-2">
      <Panel title="Inputs" note={counted(tool.input_schema.length, 'port')} className="self-start">
        <Ports ports={tool.input_schema} label="Input ports" />
      </Panel>
      <div className="flex flex-col gap-3.5">
        {variants === null ? (
          <Panel title="Outputs">
            <p className="px-3 py-2">
              <Maybe value={null} reason="the index didn't return the output variants" />
            </p>
          </Panel>
        ) : (
          variants.map((variant) => (
            <Panel
              key={variant.variant_name}
              title={
                <>
                  <Term of="variant">Output</Term> <span className="mono">{variant.variant_name}</span>
                </>
              }
              note={counted(variant.ports.length, 'port')}
            >
              <Ports ports={variant.ports} label={`Ports of ${variant.variant_name}`} />
            </Panel>
          ))
        )}
      </div>
    </div>
  );
}
