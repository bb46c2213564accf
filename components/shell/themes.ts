/** The themes one can choose, for every switch that offers them. */
export const THEMES = [
  { value: 'system', label: 'As the system' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const;
export type Theme = (typeof THEMES)[number]['value'];

export function themeOf(given: string | undefined): Theme {
  return THEMES.find(({ value }) => value === given)?.value ?? 'system';
}
