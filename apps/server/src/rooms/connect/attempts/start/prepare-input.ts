import { AppError, type FormField, type Issue } from '@patchbay/contracts';
import { checkFields, type FieldRules } from '@patchbay/providers';
import type { IntegrationDefaults } from '../../connect-sessions/session-request.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import { askedFields } from '../../../platform/providers/asked-fields.ts';

export interface TypedValues {
    credentials: Record<string, string>;
    connection_config: Record<string, string>;
    /** Clients of the reference repeat known values in the query; the session's take precedence. */
    isFromReference?: true;
}

export interface PreparedInput {
    credentials: Record<string, string>;
    /** Merged: integration < stored (on a reconnect) < typed < the session's defaults. */
    config: Record<string, unknown>;
}

/**
 * The end user's input, checked and merged with earlier values. Only fields of the form are taken:
 * an end user can bring neither another OAuth app (T-20) nor another company's id (T-100).
 * @param stored configuration of the connection to reconnect
 * @throws {AppError} `invalid_body` with the path to each field; `invalid_query_params` for
 * unknown fields from clients of the reference
 */
export function prepareInput(
    integration: Integration,
    defaults: IntegrationDefaults | undefined,
    stored: Record<string, unknown>,
    storedOpen: Record<string, unknown>,
    typed: TypedValues,
    rules: FieldRules
): PreparedInput {
    const { provider, secrets } = integration;
    const sessionConfig = configOfSession(defaults);
    const asked = askedFields(provider, { ...secrets.config, ...storedOpen, ...sessionConfig });
    const issues: Issue[] = [];
    const unasked: string[] = [];
    const isKnown = (name: string) =>
        Object.hasOwn(sessionConfig, name) || { ...secrets.config, ...stored }[name] === typed.connection_config[name];
    const typedConfig = { ...typed.connection_config };
    for (const target of ['credentials', 'connection_config'] as const) {
        for (const name of Object.keys(typed[target])) {
            if (asked.some((field) => field.target === target && field.name === name)) continue;
            if (typed.isFromReference && target === 'connection_config') {
                if (!isKnown(name)) unasked.push(name);
                delete typedConfig[name];
            } else issues.push({ code: 'unrecognized_keys', message: `Unrecognized key: "${name}"`, path: [target, name] });
        }
    }
    if (unasked.length > 0) throw unknownParams(unasked, asked);
    const config = withoutEmpty({ ...secrets.config, ...stored, ...typedConfig, ...sessionConfig });
    const credentials = { ...typed.credentials };
    const problems = [
        ...checkFields(provider.credentials ?? {}, credentials, { unknown: 'ignore' }).map((issue) => ({
            target: 'credentials',
            ...issue
        })),
        ...checkFields(provider.connection_config ?? {}, config, { unknown: 'ignore', ...rules }).map((issue) => ({
            target: 'connection_config',
            ...issue
        }))
    ];
    issues.push(...problems.map(({ target, path, message }) => ({ code: 'custom', message, path: [target, ...path] })));
    if (issues.length > 0) throw new AppError('invalid_body', { errors: issues });
    return { credentials, config };
}

function unknownParams(names: string[], asked: FormField[]): AppError {
    const known = asked.filter(({ target }) => target === 'connection_config').map(({ name }) => name);
    return new AppError('invalid_query_params', {
        errors: names.map((name) => ({
            code: 'custom',
            message: `${name} is not a field of this integration. Its fields: ${known.join(', ') || 'none'}. Set values for an end user in integrations_config_defaults.`,
            path: ['params', name]
        }))
    });
}

/** The backend's values for the provider's fields, without those of the OAuth app. */
export function configOfSession(defaults: IntegrationDefaults | undefined): Record<string, unknown> {
    const {
        oauth_client_id_override: _id,
        oauth_client_secret_override: _secret,
        oauth_scopes_override: _scopes,
        ...config
    } = defaults?.connection_config ?? {};
    return withoutEmpty(config);
}

function withoutEmpty(values: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined));
}
