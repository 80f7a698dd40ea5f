/** Artifacts wherever they stand: thumbnails, the shelf one looks through, uploads, letting go. */

export { download } from "./download";
export { GridSkeleton } from "./GridSkeleton";
export { iconOf, isText, KINDS, type Kind, kindOf, TYPES_OF } from "./kinds";
export { noteReturn } from "./returns";
export { Shelf } from "./Shelf";
export { Thumbnail } from "./Thumbnail";
export { UploadButton } from "./UploadButton";
export { UploadRows } from "./UploadRows";
export { type Upload, useUploads } from "./uploads";
export { useRemoval } from "./useRemoval";
