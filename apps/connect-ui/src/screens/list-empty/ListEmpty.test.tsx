// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { heading, startWidget } from '../../App.fixtures.tsx';

afterEach(cleanup);

test('an empty list tells the developer in the console what to do', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    startWidget({}, { integrations: [] });
    await heading('Nothing to connect yet');
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('POST /integrations'));
    warn.mockRestore();
});

test('an empty list names whom to contact', async () => {
    startWidget({}, { integrations: [], app_name: null });
    await heading('Nothing to connect yet');
    expect(screen.getByText('This app hasn’t made any apps available here. If you expected one, ask your contact there.')).toBeTruthy();
});
