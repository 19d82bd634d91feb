// Files that a person chooses or drops on the page.

export const MOST_BYTES = 4_000_000;

/**
 * The text of a file, which may be compressed.
 * @param {File} file
 * @returns {Promise<string>}
 * @throws {Error} the file is too long, or cannot be unpacked
 */
export async function textOf(file) {
  if (file.size > MOST_BYTES) throw new Error("The file is longer than 4 MB.");
  const [a, b, c, d] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (a === 0x1f && b === 0x8b) return unpacked(file, "gzip");
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return unpacked(file, "zstd");
  return await file.text();
}

/**
 * @param {File} file
 * @param {string} format
 */
async function unpacked(file, format) {
  let unpacker;
  try {
    unpacker = new DecompressionStream(/** @type {CompressionFormat} */ (format));
  } catch {
    throw new Error(`This browser cannot unpack ${format} files. Unpack the file first.`);
  }
  const parts = [];
  let size = 0;
  try {
    // A short file may unpack to one of any length.
    for (const reader = file.stream().pipeThrough(unpacker).getReader(); size <= MOST_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) return await new Blob(parts).text();
      parts.push(value);
      size += value.length;
      if (size > MOST_BYTES) await reader.cancel();
    }
  } catch {
    throw new Error(`The file is not a whole ${format} file.`);
  }
  throw new Error("The file is longer than 4 MB when it is unpacked.");
}
