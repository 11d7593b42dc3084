import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { AppError } from '@patchbay/contracts';
import { collectBytes } from '../../../kernel/runtime/collect-bytes.ts';

const maxFileBytes = 2_097_152;
/** Read beyond it and discarded: what is checked before the size may follow the file. */
const discardedBytes = 8 * 1024 * 1024;
const noForm = 'The body is not a form as its Content-Type says.';
const limits = { files: 1, fields: 10, parts: 12, fieldNameSize: 100, fieldSize: 2048, fileSize: maxFileBytes + 1, headerPairs: 20 };

export interface Upload {
    fields: Record<string, string>;
    file: { filename: string | undefined; contentType: string; bytes: Uint8Array } | undefined;
}

/**
 * Reads a form with one file, of which one byte too many is kept. Nothing is written to a disk.
 * @param name the part that is the file
 * @throws {AppError} `file_too_large`, `invalid_body`, `request_timeout`
 */
export function readUpload(request: IncomingMessage, name: string): Promise<Upload> {
    return new Promise((resolve, reject) => {
        const upload: Upload = { fields: {}, file: undefined };
        const stop = (error: AppError) => {
            request.unpipe(form);
            request.resume();
            reject(error);
        };
        const refuse = (message: string) => stop(new AppError('invalid_body', { message }));
        // The caller has seen that it is a form.
        const form = new Busboy({ headers: request.headers as BusboyHeaders, limits, isPartAFile: (part) => part === name });
        form.on('file', (part, stream, filename, _encoding, contentType) => {
            const bytes = collectBytes();
            // Of a form that ends within its file: without a listener it would end the process.
            stream.on('error', () => refuse(noForm));
            stream.on('data', (chunk: Buffer) => bytes.add(chunk));
            stream.on('end', () => (upload.file = { filename: filename || undefined, contentType, bytes: bytes.takeWhole() }));
            if (part !== name) refuse(`The file must be the part ${name}.`);
        });
        form.on('field', (field, value, isNameCut, isValueCut) => {
            if (isNameCut || isValueCut) return refuse('A field of the form is too long.');
            if (Object.hasOwn(upload.fields, field)) return refuse(`The form has ${field} twice.`);
            upload.fields[field] = value;
        });
        for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
            form.on(limit, () => refuse('The form has too many parts: one file, and up to 10 fields.'));
        form.on('error', () => refuse(noForm));
        form.on('finish', () => resolve(upload));
        let received = 0;
        request.on('data', (chunk: Buffer) => {
            received += chunk.length;
            if (received > maxFileBytes + discardedBytes) stop(new AppError('file_too_large'));
        });
        // It may have gone while the caller was waiting.
        if (request.destroyed) return stop(new AppError('request_timeout'));
        // The client disconnected or was too slow.
        request.on('error', (cause) => stop(new AppError('request_timeout', { cause })));
        request.pipe(form);
    });
}
