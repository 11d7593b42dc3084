import type { EndpointShape } from '@patchbay/contracts';
import { type Express, type NextFunction, type Request, type Response, Router } from 'express';

/** The paths of an endpoint, each with its `/v1` twin. */
export function placesOf({ path, page: isPage, aliases = [], deprecation }: EndpointShape) {
    return [{ path, deprecation }, ...aliases].map((place) => ({
        ...place,
        // One pattern: for two, Express tries two regular expressions for each request.
        pattern: isPage ? place.path : `{/v1}${place.path}`
    }));
}

/**
 * Call it when all is mounted: collects the methods of a path, for {@link allowedMethods}. Its
 * routes are compiled at the first request that needs them, which saves the start 30 ms.
 */
export function recordAllowedMethods(app: Express, endpoints: readonly EndpointShape[]): void {
    let router: Router | undefined;
    app.use((request, response, next) => {
        router ??= routerOfMethods(endpoints);
        router(request, response, next);
    });
}

/** Of the paths that a response's request fits. */
const methodsOf = new WeakMap<Response, Set<string>>();

function routerOfMethods(endpoints: readonly EndpointShape[]): Router {
    const router = Router();
    for (const endpoint of endpoints) {
        if (endpoint.method === 'ANY') continue;
        for (const { pattern } of placesOf(endpoint))
            router.all(pattern, (request: Request, response: Response, next: NextFunction) => {
                // A preflight is answered for browsers alone, and names no method elsewhere.
                if (request.method === 'OPTIONS') return next();
                const methods = methodsOf.get(response) ?? new Set();
                methodsOf.set(response, methods);
                for (const name of endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method]) methods.add(name);
                next();
            });
    }
    return router;
}

/** In the form of the header `Allow`; undefined for a path that there is not. */
export function allowedMethods(response: Response): string | undefined {
    const methods = methodsOf.get(response);
    return methods && [...methods].toSorted().join(', ');
}
