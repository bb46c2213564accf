// Geist from the package, in parts: the first paint waits for Latin alone, which is preloaded. Other scripts are loaded by globals.css
// where a page has them.
import localFont from 'next/font/local';

const sans = localFont({
  src: '../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
});

const mono = localFont({
  src: '../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
  variable: '--font-geist-mono',
  weight: '100 900',
  adjustFontFallback: false,
});

export const fontVariables = `${sans.variable} ${mono.variable}`;
