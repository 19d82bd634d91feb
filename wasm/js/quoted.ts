// Quotations of wrong texts in messages.

const LONGEST = 80;

/** The text in quotes. Only the part around `offset` is quoted if the text is long. */
export function quoted(text: string, offset: number): string {
  if (text.length <= LONGEST) {
    return JSON.stringify(text);
  }
  const start = Math.min(Math.max(0, offset - LONGEST / 2), text.length - LONGEST);
  const end = start + LONGEST;
  const before = start > 0 ? "..." : "";
  const after = end < text.length ? "..." : "";
  return `${before}${JSON.stringify(text.slice(start, end))}${after}`;
}
