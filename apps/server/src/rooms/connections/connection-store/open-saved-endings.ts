import type { ConnectionRow } from '@patchbay/db';
import type { FormFields, Provider } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import type { SavedEndings } from '../../platform/providers/asked-fields.ts';
import { connectionPlace, openSecretConfig } from './save-connection.ts';

/** Of a shorter secret, four characters would be too large a part. */
const minLength = 12;

/**
 * The last four characters of each secret that the end user once typed, for telling keys apart when renewing one; nothing else of them
 * leaves. Empty for what cannot be opened: renewing is how that is repaired.
 */
export function openSavedEndings({ seal, log }: Pick<Deps, 'seal' | 'log'>, row: ConnectionRow, provider: Provider): SavedEndings {
    try {
        const credentials = seal.open<Record<string, unknown>>(connectionPlace(row, 'credentials'), row.credentials);
        const config = openSecretConfig(seal, row);
        return {
            credentials: endingsOf(provider.credentials, credentials),
            connection_config: endingsOf(provider.connection_config, config)
        };
    } catch (error) {
        if (!(error instanceof SealError)) throw error;
        log.warn('stored secrets could not be opened for their endings', { error });
        return { credentials: {}, connection_config: {} };
    }
}

function endingsOf(fields: FormFields = {}, values: Readonly<Record<string, unknown>>): Record<string, string> {
    const endings: Record<string, string> = {};
    for (const [name, field] of Object.entries(fields)) {
        const characters = Object.hasOwn(values, name) ? Array.from(String(values[name])) : [];
        // The end of a key of several lines is the same for all of them.
        if (field.secret && !field.multiline && characters.length >= minLength) endings[name] = characters.slice(-4).join('');
    }
    return endings;
}
