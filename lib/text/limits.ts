// Limits of the text that others wrote, where it is shown.

export const SHOWN_TEXT = {
  /** Of a text in a list, a title, a tooltip or an option: more is on the page of its record, and in copies and files. */
  characters: 1_000,
  /** Characters of one text that are named in elements of their own. */
  names: 20,
};
