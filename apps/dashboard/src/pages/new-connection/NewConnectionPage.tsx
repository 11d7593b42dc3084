import { Link } from '@tanstack/react-router';
import { useEnvironment } from '../../api/use-api.ts';
import { Page } from '../../parts/Page.tsx';
import { LinkForm } from './LinkForm.tsx';
import { Links } from './Links.tsx';

/** A link by which an end user connects, and what became of those that were sent. */
export function NewConnectionPage() {
    const environment = useEnvironment();
    return (
        <Page title="New connection">
            <Link to="/$environment/connections" params={{ environment }} className="-mt-4 text-accent-text">
                All connections
            </Link>
            <LinkForm />
            <Links />
        </Page>
    );
}
