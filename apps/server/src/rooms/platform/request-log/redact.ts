import { replaceSecrets } from '../../../kernel/log/secret-search.ts';
import type { SecretNames } from './operation.ts';

const redacted = '[redacted]';
/**
 * Texts in which a secret was found are searched for encodings inside encodings too, up to here:
 * 24 KB take 50 ms.
 */
const maxThoroughLength = 2048;

/** In names without separators and in lower case. */
const secretPart =
    /token|secret|passw|passphrase|apikey|authorization|credential|cookie|privatekey|accesskey|subscriptionkey|applicationkey|signature|hmac|session|assertion|jwt|bearer/;
const secretWhole = /^(?:auth|key|sig|pwd|pass|pin|otp|hapikey|codeverifier|clientkey)$/;
/** They contain a word of above and say what is no secret. */
const openName =
    /^(?:tokentype|tokenendpoint|tokenurl|granttype|(?:next|page|nextpage|prevpage|sync|nextsync|continuation|cursor)token|(?:max|total|prompt|completion|input|output)?tokens|xratelimit.*|idempotencykey)$/;

function bare(name: string): string {
    return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Whether a member of a body is named like a credential. */
function isSecretMember(name: string): boolean {
    const plain = bare(name);
    return plain !== 'key' && isSecretName(plain);
}

function isSecretName(plain: string): boolean {
    return (secretPart.test(plain) || secretWhole.test(plain)) && !openName.test(plain);
}

const headerKinds = new Map<string, boolean>();

/** Whether a header carries a credential, by its name in lower case. */
function isSecretHeader(name: string): boolean {
    const known = headerKinds.get(name);
    if (known !== undefined) return known;
    const plain = bare(name);
    const isSecret = isSecretName(plain) || (plain.endsWith('key') && !openName.test(plain));
    // Third parties choose names too.
    if (headerKinds.size < 1000) headerKinds.set(name, isSecret);
    return isSecret;
}

/** In addresses and forms `code` is what is exchanged for a token; elsewhere it names an error. */
function isSecretParameter(name: string): boolean {
    const plain = bare(decoded(name));
    return plain === 'code' || isSecretName(plain);
}

/** The text without percent encoding; itself where that is not valid. */
export function decoded(text: string): string {
    if (!text.includes('%')) return text;
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

export interface Redactor {
    url(url: string): string;
    headers(headers: Readonly<Record<string, string | string[]>>): Record<string, string>;
    /** Any text, of which the end may be missing. */
    body(text: string): string;
    text(text: string): string;
}

/**
 * Removes credentials by the names that carry them, and secrets by their value.
 * @param secrets texts, which may be encoded where they are found
 */
export function createRedactor(secrets: ReadonlySet<string>, names: SecretNames | undefined): Redactor {
    const spellings = [...secrets].flatMap(spellingsOf);
    const text = (given: string) => {
        const storable = withoutHidden(given.replaceAll('\0', '').toWellFormed(), spellings);
        const found = spellings.filter((spelling) => storable.includes(spelling)).toSorted((one, other) => other.length - one.length);
        if (found.length === 0) return storable;
        const clean = found.reduce((rest, spelling) => rest.replaceAll(spelling, '[secret]'), storable);
        return clean.length > maxThoroughLength ? clean : replaceSecrets(clean, secrets);
    };
    const parameter = (pair: string) => {
        const end = pair.indexOf('=');
        const name = pair.slice(0, end);
        return end > 0 && (isSecretParameter(name) || names?.query.has(decoded(name))) ? `${name}=${redacted}` : pair;
    };
    const url = (given: string) => {
        const start = given.indexOf('?');
        if (start === -1) return text(given);
        return text(
            `${given.slice(0, start)}?${given
                .slice(start + 1)
                .split('&')
                .map(parameter)
                .join('&')}`
        );
    };
    return {
        url,
        text,
        headers: (headers) =>
            Object.fromEntries(
                Object.entries(headers).map(([name, value]) => {
                    if (isSecretHeader(name) || names?.headers.has(name)) return [name, redacted];
                    const joined = typeof value === 'string' ? value : value.join(', ');
                    return [name, name === 'location' || name === 'referer' ? url(joined) : text(joined)];
                })
            ),
        body: (given) => text(withoutNamed(given))
    };
}

/** Members of JSON and XML and fields of forms whose name says that they are secret. */
function withoutNamed(text: string): string {
    return (
        text
            .replaceAll(
                /"([^"\\]{1,100})"(\s{0,20}:\s{0,20})(?:"(?:[^"\\]|\\[^])*(?:"|\\?$)|\[[^\]]*(?:\]|$)|[^\s"\\,}\][{]+)/g,
                (member, name: string, colon: string) => (isSecretMember(name) ? `"${name}"${colon}"${redacted}"` : member)
            )
            .replaceAll(/\\{1,3}"([^"\\]{1,100})\\{1,3}"(\s{0,20}:\s{0,20})\\{1,3}"[^"]*(?:"|$)/g, (member, name: string, colon: string) =>
                isSecretMember(name) ? `\\"${name}\\"${colon}\\"${redacted}\\"` : member
            )
            // From the sign on, and back to the name: a long word without one is read once.
            .replaceAll(/([\w.%[\]-])=[^&\s"<>]+/g, (pair, last: string, at: number, whole: string) => {
                const name =
                    whole
                        .slice(Math.max(0, at - 99), at + 1)
                        .split(/[^\w.%[\]-]/)
                        .at(-1) ?? '';
                return isSecretParameter(name) ? `${last}=${redacted}` : pair;
            })
            .replaceAll(/<([\w:.-]{1,100})>([^<]+)/g, (element, name: string) => (isSecretMember(name) ? `<${name}>${redacted}` : element))
    );
}

/** Percent encoding has as many spellings of a secret as it has bytes: the text is read without. */
function withoutHidden(text: string, spellings: readonly string[]): string {
    if (!text.includes('%')) return text;
    const plain = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
    return spellings.some((spelling) => plain.includes(spelling)) ? plain : text;
}

const known = new Map<string, string[]>();
const maxKnown = 1000;

/** A secret as it is, and in the encodings of addresses, headers and JSON. */
function spellingsOf(secret: string): string[] {
    const found = known.get(secret);
    if (found) return found;
    const bytes = Buffer.from(secret);
    const form = new URLSearchParams([['', secret]]).toString().slice(1);
    const escaped = JSON.stringify(secret).slice(1, -1);
    const spellings = [secret, encodeURIComponent(secret.toWellFormed()), form, escaped, ...hexOf(bytes), ...base64Of(bytes)];
    const made = [
        ...new Set([...spellings, ...spellings.map((spelling) => spelling.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))])
    ];
    if (known.size >= maxKnown) known.clear();
    known.set(secret, made);
    return made;
}

function hexOf(bytes: Buffer): string[] {
    const hex = bytes.toString('hex');
    return [hex, hex.toUpperCase()];
}

/** What base64 of a longer text has of it, wherever it stands there. */
function base64Of(bytes: Buffer): string[] {
    return [0, 1, 2].flatMap((offset) => {
        const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
            .toString('base64')
            .replaceAll('=', '');
        // The first and the last character depend on what is beside it.
        const core = encoded.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + bytes.length) * 4) / 3));
        if (core.length < 4) return [];
        return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
    });
}

/**
 * The text up to a secret that begins in it and whose end is missing.
 * @param text the beginning of a longer one
 */
export function withoutCutSecret(text: string, secrets: ReadonlySet<string>): string {
    let end = text.length;
    for (const spelling of [...secrets].flatMap(spellingsOf)) {
        const head = spelling.slice(0, 4);
        const from = Math.max(0, text.length - spelling.length + 1);
        for (let at = text.indexOf(head, from); at !== -1; at = text.indexOf(head, at + 1))
            if (spelling.startsWith(text.slice(at))) end = Math.min(end, at);
    }
    return text.slice(0, end);
}
