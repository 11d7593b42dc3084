import { Link } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { useEnvironment } from '../api/use-api.ts';
import { buttonClass } from '../parts/Button.tsx';
import { Notice } from '../parts/Notice.tsx';
import { environmentName } from './environment-name.ts';

/** The switch beside it has all. */
const mostOffered = 3;

/** Over a page whose environment was deleted: the page stays, with what was typed. */
export function EnvironmentGone() {
    const environment = useEnvironment();
    const { environments } = useSession();
    return (
        <div className="mx-auto w-full max-w-6xl px-4 pt-6 md:px-8">
            <Notice
                tone="warn"
                title={`The environment ${environmentName(environment)} was deleted`}
                actions={environments.slice(0, mostOffered).map(({ name }) => (
                    <Link key={name} to="/$environment" params={{ environment: name }} className={buttonClass()}>
                        Go to {environmentName(name)}
                    </Link>
                ))}
            >
                What you see was read before, and nothing here can be saved any more. What you have typed stays until you leave this page.
            </Notice>
        </div>
    );
}
