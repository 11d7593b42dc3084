import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useEnvironment } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Card, Page } from '../../parts/Page.tsx';
import { Findings } from './Findings.tsx';
import { doctorSearch } from './search.ts';

const route = '/$environment/doctor';

/** Names the cause of what does not work. */
export function DoctorPage() {
    const environment = useEnvironment();
    const search = useSearch({ from: route });
    return (
        <Page title="Check the setup">
            <Link to="/$environment/integrations" params={{ environment }} className="-mt-4 text-accent-text">
                All integrations
            </Link>
            <p className="max-w-2xl text-text-2">
                Looks at the configuration and at what went wrong lately, and asks each vendor without changing anything there.
            </p>
            <Card title={search.integration === undefined ? 'The server and all integrations' : `The server and ${search.integration}`}>
                <Findings {...search} />
            </Card>
            <Embedding />
        </Page>
    );
}

/** A page that is to embed the Connect UI. */
function Embedding() {
    const { origin = '' } = useSearch({ from: route });
    const navigate = useNavigate({ from: route });
    const [typed, setTyped] = useState(origin);
    const isOrigin = URL.canParse(typed) && new URL(typed).origin === typed;
    return (
        <Card title="May a page embed the Connect UI?">
            <form
                className="flex flex-col gap-3 p-4"
                onSubmit={(event) => {
                    event.preventDefault();
                    if (isOrigin) void navigate({ search: (before) => doctorSearch({ ...before, origin: typed }), replace: true });
                }}
            >
                <TextField
                    label="Origin of the page"
                    help="Scheme, host and port, such as https://app.example.com. What is wrong with it stands among the findings."
                    type="url"
                    value={typed}
                    onChange={({ target }) => setTyped(target.value.trim().replace(/\/+$/, ''))}
                    error={typed === '' || isOrigin ? undefined : 'Give scheme, host and port alone.'}
                />
                <div>
                    <Button type="submit" blockedBecause={isOrigin ? undefined : 'Enter the origin first.'}>
                        Check this page
                    </Button>
                </div>
            </form>
        </Card>
    );
}
