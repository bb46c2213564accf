import { cleanup, render, screen } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { ContractPanel } from './contract-panel';
import type { ContractCheck } from './use-contract-check';

afterEach(cleanup);

function show(parts: Partial<ContractCheck>) {
  const check: ContractCheck = {
    findings: [],
    checked: true,
    known: new Map(),
    tools: 0,
    answered: 0,
    waits: false,
    start: () => undefined,
    ...parts,
  };
  render(
    <NuqsTestingAdapter>
      <ContractPanel check={check} />
    </NuqsTestingAdapter>,
  );
  return screen.getByTestId('contract-panel').textContent;
}

describe('the contract check without a finding', () => {
  it('says that all fits once every tool has been held against the structure', () => {
    expect(show({ tools: 2, answered: 2 })).toContain('Every edge and every input fits');
  });

  it('claims nothing while tools are still read', () => {
    expect(show({ tools: 2, answered: 1 })).toContain('Nothing found so far');
  });

  it('claims nothing of a structure that names no tool', () => {
    const text = show({});
    expect(text).toContain('no contract to hold the structure against');
    expect(text).not.toContain('fits');
  });
});
