import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { PREFERENCES_COOKIE, readPreferences, themeAttribute } from '@/lib/view/preferences';
import { fontVariables } from './fonts';
import { Providers } from './providers';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Dagscope', template: '%s · Dagscope' },
  description: 'Console for an on-chain agent-workflow network',
  manifest: '/manifest.webmanifest',
  icons: { icon: '/icon.svg', apple: '/apple-icon.png' },
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: dark)', color: '#0c0e12' },
    { media: '(prefers-color-scheme: light)', color: '#fafaf8' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  const preferences = readPreferences((await cookies()).get(PREFERENCES_COOKIE)?.value);
  return (
    <html lang="en" className={fontVariables} data-theme={themeAttribute(preferences)}>
      <body>
        <Providers nonce={nonce} preferences={preferences}>
          {children}
        </Providers>
      </body>
    </html>
  );
}
