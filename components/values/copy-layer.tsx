'use client';
import { useEffect } from 'react';
import { asHtmlTable, asTabText, selectedCells } from './copied-cells';

/** One listener for every table: selected cells are copied as a table. Other selections are left to the browser. */
export function CopyLayer() {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const selection = document.getSelection();
      if (event.defaultPrevented || selection === null || event.clipboardData === null) return;
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      const rows = selectedCells(selection);
      if (rows === null) return;
      event.clipboardData.setData('text/plain', asTabText(rows));
      event.clipboardData.setData('text/html', asHtmlTable(rows));
      event.preventDefault();
    };
    document.addEventListener('copy', copy);
    return () => document.removeEventListener('copy', copy);
  }, []);
  return null;
}
