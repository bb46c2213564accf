'use client';
import type { ReactNode } from 'react';
import { usePageUrl } from '@/components/listing/use-url';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';

interface RecordTab {
  value: string;
  title: string;
  /** Null where the index does not count. */
  count?: number | null | undefined;
  content: ReactNode;
}

/** What the whole page is about. */
const KEPT = ['period', 'skill'];

/** The lists of a record as tabs; the open one is in the URL (`?tab=`). */
export function RecordTabs({ label, tabs }: { label: string; tabs: readonly [RecordTab, ...RecordTab[]] }) {
  const url = usePageUrl();
  const [first] = tabs;
  const requested = url.search.get('tab');
  const { value } = tabs.find((tab) => tab.value === requested) ?? first;
  return (
    <Tabs
      value={value}
      onValueChange={(next) => {
        // Filters and page of the previous tab don't carry over.
        const filters = [...url.search].filter(([key]) => KEPT.includes(key));
        url.push(new URLSearchParams(next === first.value ? filters : [...filters, ['tab', next]]));
      }}
    >
      <TabList aria-label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.value} value={tab.value} count={tab.count ?? undefined}>
            {tab.title}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.value} value={tab.value}>
          {tab.content}
        </TabPanel>
      ))}
    </Tabs>
  );
}
