// Files that a person chooses or drops on the page.

/** The most bytes of a file with games, before and after it is unpacked. */
const MOST_BYTES = 4_000_000;

/** The most bytes of a file with all saved games. */
export const MOST_OF_ALL = 200_000_000;

/**
 * The text of a file, which may be compressed.
 * @param {File} file
 * @param {number} most the most bytes
 * @returns {Promise<string>}
 * @throws {Error} the file is too long, cannot be unpacked, or is not UTF-8
 */
export async function textOf(file, most = MOST_BYTES) {
  if (file.size > most) throw new Error(`The file is longer than ${most / 1_000_000} MB.`);
  const [a, b, c, d] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (a === 0x1f && b === 0x8b) return unpacked(file, "gzip", most);
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return unpacked(file, "zstd", most);
  return decoded(file);
}

/**
 * @param {File} file
 * @param {string} format
 * @param {number} most
 */
async function unpacked(file, format, most) {
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
    for (const reader = file.stream().pipeThrough(unpacker).getReader(); size <= most; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      size += value.length;
      if (size > most) await reader.cancel();
    }
  } catch {
    throw new Error(`The file is not a whole ${format} file.`);
  }
  if (size > most) throw new Error(`The file is longer than ${most / 1_000_000} MB when it is unpacked.`);
  return decoded(new Blob(parts));
}

/** @param {Blob} blob */
async function decoded(blob) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await blob.arrayBuffer());
  } catch {
    // To replace what is wrong would change names for ever.
    throw new Error("The file is not UTF-8 text. Save it as UTF-8 first.");
  }
}
