import { browserDefaultCases } from './hostile-hosts.ts';
import { testCases } from './settlement.ts';

testCases(browserDefaultCases);
