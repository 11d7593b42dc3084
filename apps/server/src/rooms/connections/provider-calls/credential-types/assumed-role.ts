import { clockToleranceMs, wrongClockSentence } from '../wrong-clock.ts';

/** What STS gives. */
export interface AssumedRole {
    accessKeyId: string;
    secretAccessKey: string;
    sessionToken: string;
    expiresAt: Date;
    /** Of the session of the role. */
    arn: string | null;
}

/** `misconfigured`: the integration's own key, or our clock. */
export type AssumedRoleResponse =
    | { ok: true; role: AssumedRole }
    | { ok: false; kind: 'refused' | 'misconfigured' | 'transient' | 'malformed'; error?: string; description?: string };

/**
 * Errors about the key that signs.
 * @see https://docs.aws.amazon.com/STS/latest/APIReference/CommonErrors.html
 */
const aboutOurKey = [
    'ExpiredToken',
    'IncompleteSignature',
    'InvalidClientTokenId',
    'MissingAuthenticationToken',
    'OptInRequired',
    'SignatureDoesNotMatch',
    'UnrecognizedClientException'
];
const throttled = ['Throttling', 'ThrottlingException', 'RequestLimitExceeded'];
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads a response of AssumeRole: XML with the names below, each once. */
export function readAssumedRole(
    { status, headers, body }: { status: number; headers: Readonly<Record<string, string | string[]>>; body: string },
    now: Date
): AssumedRoleResponse {
    if (status >= 200 && status < 300) return readCredentials(body);
    const error = textOf(body, 'Code');
    const description = textOf(body, 'Message');
    const said = { ...(error === undefined ? {} : { error }), ...(description === undefined ? {} : { description }) };
    if (status >= 500 || status === 429 || throttled.includes(error ?? '')) return { ok: false, kind: 'transient', ...said };
    if (error === undefined) return { ok: false, kind: 'malformed' };
    if (!aboutOurKey.includes(error)) return { ok: false, kind: 'refused', ...said };
    const offMs = now.getTime() - Date.parse(String(headers['date']));
    if (!(Math.abs(offMs) > clockToleranceMs)) return { ok: false, kind: 'misconfigured', ...said };
    return { ok: false, kind: 'misconfigured', error, description: wrongClockSentence('AWS', offMs) };
}

function readCredentials(body: string): AssumedRoleResponse {
    const [accessKeyId, secretAccessKey, sessionToken] = ['AccessKeyId', 'SecretAccessKey', 'SessionToken'].map((name) =>
        textOf(body, name)
    );
    const expiresAt = new Date(textOf(body, 'Expiration') ?? '');
    if (!accessKeyId || !secretAccessKey || !sessionToken || Number.isNaN(expiresAt.getTime())) return { ok: false, kind: 'malformed' };
    return { ok: true, role: { accessKeyId, secretAccessKey, sessionToken, expiresAt, arn: textOf(body, 'Arn') ?? null } };
}

function textOf(xml: string, name: string): string | undefined {
    const start = xml.indexOf(`<${name}>`);
    const end = start === -1 ? -1 : xml.indexOf(`</${name}>`, start);
    if (end === -1) return undefined;
    return xml.slice(start + name.length + 2, end).replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => entities[entity] ?? '');
}
