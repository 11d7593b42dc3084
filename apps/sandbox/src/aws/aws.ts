import { randomUUID } from 'node:crypto';
import type { Emulator, EmulatorFrame } from '../emulators/emulator.ts';
import { formOf } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { escapeHtml } from '../html-page.ts';
import { AWS_USER, Roles } from './roles.ts';
import type { Role } from './roles.ts';
import { isBodySigned, readSignedCall, signatureFor, signsWhatItMust } from './signature-v4.ts';

const MAX_BODY_BYTES = 16_777_216;
const CEILING_MS = 60_000;
/** A signature is good for five minutes; S3's for fifteen. */
const WINDOW_MS = 300_000;
const S3_WINDOW_MS = 900_000;
const MAX_SESSION_S = 3_600;

interface Parts {
    roles: Roles;
    clock: EmulatorFrame['clock'];
}

/** An error, as each service has it in XML of its own. */
class Refusal extends Error {
    readonly status: number;
    readonly code: string;

    constructor(status: number, code: string, message: string) {
        super(message);
        this.status = status;
        this.code = code;
    }
}

/**
 * STS, which gives temporary credentials of a role, and S3 with one bucket of each role.
 * @see https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
export function createAws({ clock }: EmulatorFrame): Emulator {
    const roles = new Roles();
    return {
        maxBodyBytes: MAX_BODY_BYTES,
        refuseBody: ({ response }) =>
            sendXml(response, 400, errorXml('s3', new Refusal(400, 'EntityTooLarge', 'Your proposed upload is too large.'))),
        ceiling: {
            ms: CEILING_MS,
            respond: ({ response }) => sendXml(response, 503, errorXml('s3', new Refusal(503, 'SlowDown', 'Reduce your request rate.')))
        },
        receive(exchange) {
            const { response, url, method } = exchange;
            const key = /^\/aws\/s3\/bucket\/?(.*)$/.exec(url.pathname)?.[1];
            const service = key === undefined ? 'sts' : 's3';
            return () => {
                try {
                    if (key !== undefined) {
                        const { status, body } = serveObject({ roles, clock }, exchange, decodeURIComponent(key));
                        return sendXml(response, status, body);
                    }
                    if (url.pathname !== '/aws/sts/' || method !== 'POST') throw new Refusal(404, 'NotFound', 'There is no such service.');
                    sendXml(response, 200, assumeRole({ roles, clock }, exchange));
                } catch (error) {
                    if (!(error instanceof Refusal)) throw error;
                    sendXml(response, error.status, errorXml(service, error));
                }
            };
        },
        /**
         * - `GET roles`, `POST roles` `{arn, external_id}`: the trust policy of a role
         */
        verbs: { 'GET roles': () => ({ roles: roles.list() }), 'POST roles': ({ body }) => roles.change(body) },
        reset: () => roles.reset()
    };
}

/** @returns the secret's owner @throws {Refusal} */
function authenticate({ roles, clock }: Parts, exchange: Exchange, service: 'sts' | 's3'): Role | undefined {
    const call = readSignedCall(exchange);
    if (!call)
        throw new Refusal(
            403,
            service === 'sts' ? 'MissingAuthenticationToken' : 'AccessDenied',
            'Request is missing Authentication Token'
        );
    const session = roles.session(call.accessKeyId);
    const isUser = call.accessKeyId === AWS_USER.accessKeyId;
    if (!session && !isUser)
        throw new Refusal(
            403,
            service === 'sts' ? 'InvalidClientTokenId' : 'InvalidAccessKeyId',
            'The security token included in the request is invalid.'
        );
    if (session && session.sessionToken !== call.sessionToken)
        throw new Refusal(
            service === 'sts' ? 403 : 400,
            service === 'sts' ? 'InvalidClientTokenId' : 'InvalidToken',
            'The provided token is malformed or otherwise invalid.'
        );
    if (Math.abs(call.atMs - clock.nowMs()) > (service === 's3' ? S3_WINDOW_MS : WINDOW_MS)) {
        if (service === 's3')
            throw new Refusal(403, 'RequestTimeTooSkewed', 'The difference between the request time and the current time is too large.');
        throw new Refusal(
            403,
            'SignatureDoesNotMatch',
            `Signature expired: ${call.time} is now earlier than ${new Date(clock.nowMs() - WINDOW_MS).toISOString()}`
        );
    }
    const secret = session?.secretAccessKey ?? AWS_USER.secretAccessKey;
    const isRight = call.service === service && signsWhatItMust(exchange, call) && isBodySigned(exchange, service);
    if (!isRight || signatureFor(exchange, call, secret) !== call.signature)
        throw new Refusal(
            403,
            'SignatureDoesNotMatch',
            'The request signature we calculated does not match the signature you provided. Check your key and signing method.'
        );
    if (session && session.expiresMs <= clock.nowMs()) throw new Refusal(400, 'ExpiredToken', 'The provided token has expired.');
    return session?.role;
}

function assumeRole(parts: Parts, exchange: Exchange): string {
    const { roles, clock } = parts;
    if (authenticate(parts, exchange, 'sts')) throw new Refusal(403, 'AccessDenied', 'A role may not assume another one here.');
    const form = formOf(exchange);
    if (form.get('Action') !== 'AssumeRole' || form.get('Version') !== '2011-06-15')
        throw new Refusal(400, 'InvalidAction', 'Could not find operation.');
    const arn = form.get('RoleArn') ?? '';
    const name = form.get('RoleSessionName') ?? '';
    const seconds = Number(form.get('DurationSeconds') ?? MAX_SESSION_S);
    if (
        !/^[\w+=,.@-]{2,64}$/.test(name) ||
        !(seconds >= 900 && seconds <= MAX_SESSION_S) ||
        !/^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]+$/.test(arn)
    )
        throw new Refusal(400, 'ValidationError', 'A value failed to satisfy a constraint.');
    const role = roles.find(arn);
    if (!role || (role.externalId !== null && role.externalId !== form.get('ExternalId')))
        throw new Refusal(
            403,
            'AccessDenied',
            `User: arn:aws:iam::999900001111:user/juniper is not authorized to perform: sts:AssumeRole on resource: ${arn}`
        );
    const { accessKeyId, secretAccessKey, sessionToken, expiresMs } = roles.begin(role, clock.nowMs() + seconds * 1000);
    const assumed = `${arn.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/')}/${name}`;
    return `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><AssumedRoleUser><AssumedRoleId>AROASANDBOX:${name}</AssumedRoleId><Arn>${assumed}</Arn></AssumedRoleUser><Credentials><AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey><SessionToken>${sessionToken}</SessionToken><Expiration>${new Date(expiresMs).toISOString().replace(/\.\d{3}/, '')}</Expiration></Credentials></AssumeRoleResult><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></AssumeRoleResponse>`;
}

function serveObject(parts: Parts, exchange: Exchange, key: string): { status: number; body: Buffer | string } {
    const role = authenticate(parts, exchange, 's3');
    if (!role) throw new Refusal(403, 'AccessDenied', 'Access Denied');
    if (exchange.method === 'PUT') {
        role.objects.set(key, exchange.body);
        return { status: 200, body: '' };
    }
    if (exchange.method !== 'GET') throw new Refusal(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
    if (key === '') {
        const keys = [...role.objects.keys()].map((name) => `<Contents><Key>${escapeHtml(name)}</Key></Contents>`).join('');
        return { status: 200, body: `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${keys}</ListBucketResult>` };
    }
    const bytes = role.objects.get(key);
    if (!bytes) throw new Refusal(404, 'NoSuchKey', 'The specified key does not exist.');
    return { status: 200, body: bytes };
}

function errorXml(service: 'sts' | 's3', { code, message }: Refusal): string {
    const error = `<Code>${code}</Code><Message>${escapeHtml(message)}</Message>`;
    if (service === 's3') return `<?xml version="1.0" encoding="UTF-8"?><Error>${error}<RequestId>${randomUUID()}</RequestId></Error>`;
    return `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type>${error}</Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`;
}

function sendXml(response: Exchange['response'], status: number, body: Buffer | string): void {
    response.statusCode = status;
    response.setHeader('content-type', Buffer.isBuffer(body) ? 'binary/octet-stream' : 'text/xml');
    response.setHeader('content-length', Buffer.byteLength(body));
    response.end(body);
}
