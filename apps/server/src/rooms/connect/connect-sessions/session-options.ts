import type { createConnectSession, getConnectSession, ParsedInput, SuccessIn } from '@patchbay/contracts';
import type { Appearance } from '@patchbay/contracts/widget-message';
import type { ConnectSessionRow, NewConnectSessionRow } from '@patchbay/db';

type Body = NonNullable<ParsedInput<typeof createConnectSession>['body']>;
type SessionView = SuccessIn<typeof getConnectSession>['data'];

/** Options of a session to connect or reconnect. Share links store them under these names. */
export interface SessionOptions {
    overrides: Record<string, { docs_connect?: string | undefined }>;
    allowedOrigins: string[];
    webhookUrlOverride: string | null;
    appearance: Appearance;
    locale: string | null;
}

export function readOptions(body: Omit<Body, 'end_user' | 'organization' | 'tags' | 'allowed_integrations'>): SessionOptions {
    return {
        overrides: body.overrides ?? {},
        allowedOrigins: body.allowed_origins ?? [],
        webhookUrlOverride: body.webhook_url_override || null,
        appearance: body.appearance ?? {},
        locale: body.locale ?? null
    };
}

export const optionColumns = ['overrides', 'allowed_origins', 'webhook_url_override', 'appearance', 'locale'] as const;

/** An option is absent where a share link was made before there was one. */
export function columnsOf(options: SessionOptions): Required<Pick<NewConnectSessionRow, (typeof optionColumns)[number]>> {
    return {
        overrides: JSON.stringify(options.overrides),
        allowed_origins: options.allowedOrigins,
        webhook_url_override: options.webhookUrlOverride,
        appearance: JSON.stringify(options.appearance),
        locale: options.locale
    };
}

/** What the Connect UI reads of them as they are stored. */
export function describeOptions({ overrides, locale }: ConnectSessionRow): Pick<SessionView, 'overrides' | 'locale'> {
    return { ...(Object.keys(overrides).length > 0 ? { overrides } : {}), locale };
}
