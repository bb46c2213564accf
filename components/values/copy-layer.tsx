'use client';
import { useEffect } from 'react';
import { notifyCopied } from '@/components/ui/copy-text';
import { asHtmlTable, asTabText, isCut, selectedCells, selectedText } from './copied-cells';

/** One listener for every page: selected cells are copied as a table, and shortened values whole. Other selections are left to the browser. */
export function CopyLayer() {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const selection = document.getSelection();
      if (event.defaultPrevented || selection === null || event.clipboardData === null) return;
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      const rows = selectedCells(selection);
      const text = rows === null ? selectedText(selection) : asTabText(rows);
      if (isCut(selection)) notifyCopied({ done: true, cut: true });
      if (text === null) return;
      event.clipboardData.setData('text/plain', text);
      if (rows !== null) event.clipboardData.setData('text/html', asHtmlTable(rows));
      event.preventDefault();
    };
    document.addEventListener('copy', copy);
    return () => document.removeEventListener('copy', copy);
  }, []);
  return null;
}
