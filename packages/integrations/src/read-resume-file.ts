import { ValidationError } from '@patchbay/functions';
import type { ResumeUploadInput } from './models/resume.ts';

const MAX_BYTES = 2_097_152;
/** A longer text is too large, whatever white space it has. */
const MAX_BASE64_LENGTH = 3_000_000;

const types = {
    pdf: { contentType: 'application/pdf', magic: [0x25, 0x50, 0x44, 0x46, 0x2d] },
    doc: { contentType: 'application/msword', magic: [0xd0, 0xcf, 0x11, 0xe0] },
    docx: {
        contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        magic: [0x50, 0x4b, 0x03, 0x04]
    }
} as const;
type FileType = keyof typeof types;
// The keys of a constant.
const fileTypes = Object.keys(types) as FileType[];

export interface ResumeFile {
    bytes: Uint8Array;
    /** Safe as a name in a file system and in a header. */
    filename: string;
    contentType: string;
}

/**
 * Checks in this order, before anything is sent: name, size, what the bytes are.
 * @throws {ValidationError} `invalid_file_type`, `file_too_large`, `invalid_file`
 */
export function readResumeFile({ resume_file, filename, content_type }: ResumeUploadInput): ResumeFile {
    const { content, declaredType } = typeof resume_file === 'string' ? splitDataUrl(resume_file) : { content: resume_file };
    const named = filename === undefined ? typeOfContent(content_type ?? declaredType) : typeOfName(filename);
    if (filename !== undefined && named === undefined) throw wrongType('filename');
    const bytes = typeof content === 'string' ? decode(content) : content;
    if (bytes.length > MAX_BYTES) throw tooLarge();
    if (bytes.length === 0) throw refused('resume_file', 'invalid_file', 'The file is empty.');
    const type = named ?? fileTypes.find((one) => startsWith(bytes, types[one].magic));
    if (type === undefined || !startsWith(bytes, types[type].magic)) throw wrongType('resume_file');
    return { bytes, filename: safeName(filename ?? `resume.${type}`, type), contentType: types[type].contentType };
}

function splitDataUrl(value: string): { content: string; declaredType?: string | undefined } {
    if (!value.startsWith('data:')) return { content: value };
    const comma = value.indexOf(',');
    const [declaredType, ...parameters] = value.slice('data:'.length, comma === -1 ? undefined : comma).split(';');
    if (comma === -1 || !parameters.includes('base64'))
        throw refused('resume_file', 'invalid_file', 'A data: URL must be one of base64: data:application/pdf;base64,…');
    return { content: value.slice(comma + 1), declaredType };
}

/** Decodes a text only once its size is known to be permitted. */
function decode(text: string): Uint8Array {
    const base64 = text.length > MAX_BASE64_LENGTH ? text : text.replaceAll(/\s/g, '');
    const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
    if (Math.floor((base64.length * 3) / 4) - padding > MAX_BYTES) throw tooLarge();
    if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64)) throw refused('resume_file', 'invalid_file', 'Must be base64, or a data: URL of base64.');
    return Buffer.from(base64, 'base64');
}

const typeOfName = (name: string) => fileTypes.find((type) => name.toLowerCase().endsWith(`.${type}`));
const typeOfContent = (contentType: string | undefined) =>
    fileTypes.find((type) => types[type].contentType === contentType?.split(';')[0]?.trim().toLowerCase());
const startsWith = (bytes: Uint8Array, magic: readonly number[]) => magic.every((byte, index) => bytes[index] === byte);

const MAX_NAME = 100;

/** The last part of a path, without control characters and those that file systems reserve. */
function safeName(filename: string, type: FileType): string {
    const last = filename.split(/[/\\]/).at(-1) ?? '';
    const stem = last
        .slice(0, -(type.length + 1))
        .normalize('NFC')
        .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}"*:<>?|;%]/gu, '_')
        .replaceAll(/^[\s.]+|[\s.]+$/g, '');
    return `${[...stem].slice(0, MAX_NAME).join('') || 'resume'}.${type}`;
}

const refused = (path: string, code: string, message: string) => new ValidationError('input', [{ path, message, code }]);
const tooLarge = () => refused('resume_file', 'file_too_large', 'The file can have at most 2 MiB (2,097,152 bytes).');
const wrongType = (path: string) => refused(path, 'invalid_file_type', 'Must be a PDF or Word file: .pdf, .doc or .docx.');
