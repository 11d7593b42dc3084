import { room } from '../../../room.ts';
import { removeDeletedIntegrations } from './remove-integration.ts';

export const integrationRemoval = room({
    name: 'integration-removal',
    cleanUps: { removeDeletedIntegrations }
});
