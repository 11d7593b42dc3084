const everyUnit = (text: string, write: (unit: number) => string) =>
    Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join('');
const everyByte = (text: string, write: (byte: number) => string) => [...Buffer.from(text)].map(write).join('');
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** How a provider may write what it was sent, knowingly or not. */
export const encodings: Readonly<Record<string, (secret: string) => string>> = {
    'as it is': (secret) => secret,
    base64: base64,
    'base64 after one byte': (secret) => base64(`:${secret}`),
    'base64 between two and three bytes': (secret) => base64(`ab${secret}xyz`),
    'base64 without padding': (secret) => base64(`x${secret}y`).replaceAll('=', ''),
    'base64 in lines of 20': (secret) => base64(`client:${secret}`).replaceAll(/.{20}/g, '$&\r\n'),
    base64url: (secret) => Buffer.from(secret).toString('base64url'),
    'base64url after two bytes': (secret) => Buffer.from(`ab${secret}`).toString('base64url'),
    hex: (secret) => Buffer.from(secret).toString('hex'),
    'hex in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
    'percent-encoded': encodeURIComponent,
    'percent-encoded byte by byte': (secret) => everyByte(secret, (byte) => `%${hex(byte, 2)}`),
    'percent-encoded twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
    'form-encoded': (secret) => new URLSearchParams([['', secret]]).toString(),
    JSON: (secret) => JSON.stringify(secret),
    'JSON with an escape for each character': (secret) => everyUnit(secret, (unit) => `\\u${hex(unit, 4)}`),
    'JSON in JSON': (secret) => JSON.stringify(JSON.stringify({ said: secret })),
    HTML: (secret) => everyUnit(secret, (unit) => (unit > 127 ? String.fromCharCode(unit) : `&#${unit};`)),
    'Basic credentials': (secret) => `Basic ${base64(`client:${secret}`)}`,
    'form-encoded Basic credentials': (secret) => `Basic ${base64(`client:${encodeURIComponent(secret)}`)}`,
    'Basic credentials in a form': (secret) => encodeURIComponent(`Basic ${base64(`client:${secret}`)}`)
};
