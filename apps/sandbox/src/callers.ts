import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from './credentials.ts';

/** The APIs whose callers are known by a credential that stays the same. */
export const KEY_SECTIONS = ['keyed', 'bearer', 'basic'] as const;
export type KeySection = (typeof KEY_SECTIONS)[number];

export interface Caller {
    /** A company, or a person. */
    account: string;
    /** Their API key, or their user name. */
    key: string;
}

/** Whose credential a request carries, before authorization; undefined for an invalid one. */
export function callerOf(credentials: Credentials, section: KeySection, headers: IncomingHttpHeaders): Caller | undefined {
    if (section === 'basic') {
        const { user, password } = basicUser(headers);
        return credentials.isUserAccepted(user, password) ? { account: user, key: user } : undefined;
    }
    const key = section === 'keyed' ? headerOf(headers, 'x-api-key') : bearerToken(headers);
    const company = credentials.companyOfKey(section, key);
    return company && key !== undefined ? { account: company.id, key } : undefined;
}

export function isKeySection(section: unknown): section is KeySection {
    return KEY_SECTIONS.some((known) => known === section);
}

export function bearerToken({ authorization }: IncomingHttpHeaders): string | undefined {
    return /^bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
}

export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
}

function basicUser({ authorization }: IncomingHttpHeaders): { user: string; password: string } {
    const [, encoded = ''] = /^basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
    const [user = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':');
    return { user, password: password.join(':') };
}
