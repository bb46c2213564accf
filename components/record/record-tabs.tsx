'use client';
import type { ReactNode } from 'react';
import { usePageUrl } from '@/components/listing/use-url';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';

interface RecordTab {
  value: string;
  title: string;
  /** How many things are behind it, where that is known. */
  count?: number | undefined;
  content: ReactNode;
}

/** The listings of an object, one a tab; which is open stands in the URL (`?tab=`), the first where it names none. */
export function RecordTabs({ label, tabs }: { label: string; tabs: readonly [RecordTab, ...RecordTab[]] }) {
  const url = usePageUrl();
  const [first] = tabs;
  const asked = url.search.get('tab');
  const { value } = tabs.find((tab) => tab.value === asked) ?? first;
  return (
    <Tabs
      value={value}
      // Each tab has its own listing, filters and place: the former one's do not come along.
      onValueChange={(next) => url.push(new URLSearchParams(next === first.value ? {} : { tab: next }))}
    >
      <TabList aria-label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.value} value={tab.value} count={tab.count}>
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
