import { AppError, getLogo } from '@patchbay/contracts';
import { page } from '../../../kernel/http/mount.ts';
import { findLogo } from './logos.sql.ts';

export const logoRoutes = [
    page(getLogo, async ({ db }, { params }) => {
        const logo = await findLogo(db, params.logo_id);
        if (!logo) throw new AppError('not_found', { message: `Unknown logo ${params.logo_id}` });
        return {
            status: 200,
            headers: {
                'content-type': logo.media_type,
                'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
                // Another picture has another id.
                'cache-control': 'public, max-age=31536000, immutable',
                'cross-origin-resource-policy': 'cross-origin'
            },
            body: logo.content
        };
    })
];
