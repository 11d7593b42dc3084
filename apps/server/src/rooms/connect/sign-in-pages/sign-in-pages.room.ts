import { room } from '../../../room.ts';
import { signInRoutes } from './sign-in.routes.ts';

export const signInPages = room({
    name: 'sign-in-pages',
    routes: signInRoutes
});
