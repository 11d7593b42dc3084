import { type ReactNode, useState } from 'react';
import { useSession } from '../api/session.ts';
import { useEnvironment } from '../api/use-api.ts';
import { TextField } from './Field.tsx';

/** Whether the environment of the page is a production one. */
export function useIsProduction(): boolean {
    const environment = useEnvironment();
    return useSession().environments.find((each) => each.name === environment)?.is_production ?? false;
}

/**
 * A name that has to be typed before something is destroyed in production.
 * @param always in any environment
 */
export function useTypedName(name: string, always = false): { field: ReactNode; blockedBecause: string | undefined } {
    const isAsked = useIsProduction() || always;
    const [typed, setTyped] = useState('');
    return {
        field: isAsked && (
            <TextField
                label={`Type ${name} to confirm`}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
                spellCheck={false}
            />
        ),
        blockedBecause: isAsked && typed !== name ? `Type ${name} first.` : undefined
    };
}
