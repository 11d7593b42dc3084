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
    locale: z.string().nullable().exactOptional()
});

/** Options of a session to connect or reconnect. */
export type SessionOptions = Required<z.output<typeof storedOptions>>;

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

export function columnsOf(options: SessionOptions): Required<Pick<NewConnectSessionRow, (typeof optionColumns)[number]>> {
    return {
        overrides: JSON.stringify(options.overrides),
        allowed_origins: options.allowedOrigins,
        webhook_url_override: options.webhookUrlOverride,
        appearance: JSON.stringify(options.appearance),
        locale: options.locale
    };
}

export function appearanceOf({ appearance }: Pick<ConnectSessionRow, 'appearance'>): Appearance {
    return storedAppearance.parse(appearance);
}

/** What the Connect UI reads of them as they are stored. */
export function describeOptions({ overrides, locale }: ConnectSessionRow): Pick<SessionView, 'overrides' | 'locale'> {
    const options: Pick<SessionView, 'overrides' | 'locale'> = { locale };
    if (Object.keys(overrides).length > 0) options.overrides = overrides;
    return options;
}
