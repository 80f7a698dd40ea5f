import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(?:css|html|js|svg)$/;

/** Writes each text file's `.br` and `.gz` beside it: compressed once here, not at every request. */
export function compress(): Plugin {
  let folder = "";
  return {
    name: "aule-compress",
    apply: "build",
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle: () => {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true });
      for (const file of files.filter((each) => each.isFile() && TEXT.test(each.name))) {
        const path = join(file.parentPath, file.name);
        const content = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
        const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params: quality }));
      }
    },
  };
}
