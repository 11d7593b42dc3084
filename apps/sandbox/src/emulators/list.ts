import { createAshby } from '../ashby/ashby.ts';
import { createGitHub } from '../github/github.ts';
import { createAws } from '../aws/aws.ts';
import { createGem } from '../gem/gem.ts';
import { createMcp } from '../mcp/mcp.ts';
import { createNetSuite } from '../netsuite/netsuite.ts';
import { createOAuth1Vendor } from '../oauth1/vendor.ts';
import { createQuickBooks } from '../quickbooks/quickbooks.ts';
import { createWordPress } from '../wordpress/wordpress.ts';
import { createXero } from '../xero/xero.ts';
import type { CreateEmulator } from './emulator.ts';

/** Emulators by the first segment of their paths, on the public and on the control port. */
export const EMULATORS: Readonly<Record<string, CreateEmulator>> = {
    ashby: createAshby,
    aws: createAws,
    gem: createGem,
    github: createGitHub,
    mcp: createMcp,
    netsuite: createNetSuite,
    oauth1: createOAuth1Vendor,
    quickbooks: createQuickBooks,
    wordpress: createWordPress,
    xero: createXero
};
