import { type createConnectSession, type getConnectSession, type ParsedInput, type SuccessIn } from '@patchbay/contracts';
import type { Appearance } from '@patchbay/contracts/widget-message';
import type { ConnectSessionRow, NewConnectSessionRow } from '@patchbay/db';
import { z } from 'zod';
import { storedAppearance } from '../connect-settings/stored-settings.ts';

type Body = NonNullable<ParsedInput<typeof createConnectSession>['body']>;
type SessionView = SuccessIn<typeof getConnectSession>['data'];

/** Options as share links store them: absent where a link was made before there was the option. */
export const storedOptions = z.object({
    overrides: z.record(z.string(), z.object({ docs_connect: z.string().optional() })).exactOptional(),
    allowedOrigins: z.array(z.string()).exactOptional(),
    webhookUrlOverride: z.string().nullable().exactOptional(),
    appearance: storedAppearance.exactOptional(),
    locale: z.string().nullable().exactOptional(),
    success: z
        .object({ text: z.string().nullable(), next: z.object({ label: z.string(), url: z.string() }).nullable() })
        .nullable()
        .exactOptional()
});

/** Options of a session to connect or reconnect. */
export type SessionOptions = Required<z.output<typeof storedOptions>>;

export function readOptions(body: Omit<Body, 'end_user' | 'organization' | 'tags' | 'allowed_integrations'>): SessionOptions {
    return {
        overrides: body.overrides ?? {},
        allowedOrigins: body.allowed_origins ?? [],
        webhookUrlOverride: body.webhook_url_override || null,
        appearance: body.appearance ?? {},
        locale: body.locale ?? null,
        success: body.success ? { text: body.success.text ?? null, next: body.success.next ?? null } : null
    };
}

export const optionColumns = ['overrides', 'allowed_origins', 'webhook_url_override', 'appearance', 'locale', 'success'] as const;

export function columnsOf(options: SessionOptions): Required<Pick<NewConnectSessionRow, (typeof optionColumns)[number]>> {
    return {
        overrides: JSON.stringify(options.overrides),
        allowed_origins: options.allowedOrigins,
        webhook_url_override: options.webhookUrlOverride,
        appearance: JSON.stringify(options.appearance),
        locale: options.locale,
        success: options.success && JSON.stringify(options.success)
    };
}

export function appearanceOf({ appearance }: Pick<ConnectSessionRow, 'appearance'>): Appearance {
    return storedAppearance.parse(appearance);
}

/** What the Connect UI reads of them as they are stored. */
export function describeOptions({
    overrides,
    locale,
    success,
    manages_connections
}: ConnectSessionRow): Pick<SessionView, 'overrides' | 'locale' | 'success' | 'manages_connections'> {
    return {
        locale,
        success: success && { text: success.text, next: success.next && { label: success.next.label, url: success.next.url } },
        manages_connections,
        ...(Object.keys(overrides).length > 0 && { overrides })
    };
}
