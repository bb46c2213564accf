import { Panel } from '@/components/ui/panel';
import { RowsTable } from '@/components/values/table';
import { Maybe } from '@/components/values/maybe';
import { Term } from '@/components/values/term';
import { outputVariantsOf, type PortContract, type ToolDetail } from '@/lib/contract/tools';
import { counted } from '@/lib/view/amount';

function Ports({ ports, label }: { ports: readonly PortContract[]; label: string }) {
  if (ports.length === 0) return <p className="px-3 py-2 text-3">No ports</p>;
  return (
    <RowsTable
      label={label}
      rows={ports}
      rowKey={({ port_name }) => port_name}
      columns={[
        {
          head: 'Port',
          className: 'mono break-all whitespace-normal!',
          cell: ({ port_name }) => port_name,
        },
        { head: 'Cardinality', className: 'w-28 text-2', cell: ({ cardinality }) => cardinality },
        { head: 'Value', className: 'w-28 text-2', cell: ({ value_kind }) => value_kind },
      ]}
    />
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
