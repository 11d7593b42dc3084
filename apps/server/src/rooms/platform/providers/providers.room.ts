import { room } from '../../../room.ts';
import { providerRoutes } from './providers.routes.ts';

declare module '../../../kernel/log/log.ts' {
    interface EnvironmentLogFields {
        provider?: string;
        /** The provider's own text, scrubbed. */
        provider_text?: string;
    }
}

export const providers = room({
    name: 'providers',
    routes: providerRoutes
});
