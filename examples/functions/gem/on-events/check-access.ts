import { createOnEvent, HttpError } from '@patchbay/functions';

export default createOnEvent({
    description: 'Refuses a key that cannot read the applicant tracking system',
    event: 'validate-connection',
    async exec(context) {
        try {
            await context.get({ endpoint: '/ats/v0/users/', params: { per_page: 1 } });
        } catch (error) {
            if (!(error instanceof HttpError) || ![401, 403, 404].includes(error.response.status)) throw error;
            // What the end user reads.
            throw new context.ActionError({ message: 'This key cannot read the applicant tracking system. Use one that can.' });
        }
    }
});
