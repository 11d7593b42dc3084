import { room } from '../../../room.ts';
import { removeDeletedIntegrations } from './remove-integration.ts';

declare module '../../../kernel/log/log.ts' {
    interface LogFields {
        /** How many grants of a removed integration had each outcome. */
        revocations?: { revoked: number; unsupported: number; failed: number };
    }
}

export const integrationRemoval = room({
    name: 'integration-removal',
    cleanUps: { removeDeletedIntegrations }
});
