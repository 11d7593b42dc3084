import { room } from '../../../room.ts';
import { sealedCollectors } from './collector-headers.ts';
import { type Collectors, followCollectors } from './collectors.ts';
import { collectorRoutes } from './collectors.routes.ts';

declare module '../../../deps.ts' {
    interface Deps {
        collectors: Collectors;
    }
}

export const collectors = room({
    name: 'collectors',
    routes: collectorRoutes,
    sealed: [sealedCollectors],
    open(base) {
        const following = followCollectors(base);
        return { state: { collectors: following }, stop: () => following.stop() };
    }
});
