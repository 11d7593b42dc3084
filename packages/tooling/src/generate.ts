/**
 * All generated files. Running it twice changes nothing; tests fail when it should have been run.
 */
import { generateAlertTable } from './generate-alert-table.ts';
import { generateBrowserRoutes } from './generate-browser-routes.ts';
import { generateCatalog, providersFolder } from './generate-catalog.ts';
import { generateConcurrency } from './generate-concurrency.ts';
import { generateDashboardRoutes } from './generate-dashboard-routes.ts';
import { generateDocs } from './docs.ts';
import { generateDoctorTable } from './generate-doctor-table.ts';
import { generateEmbeddingTables } from './generate-embedding-tables.ts';
import { generateErrors } from './generate-errors.ts';
import { generateFieldTables } from './generate-field-tables.ts';
import { generateMigrationChecksums } from './generate-migration-checksums.ts';
import { generateOperations } from './generate-operations.ts';
import { generateProviderPages } from './generate-provider-pages.ts';
import { generateReference } from './generate-reference.ts';
import { generateFunctionLimits } from './generate-function-limits.ts';
import { generateHealthTable } from './generate-health-table.ts';
import { generateScopeTable } from './generate-scope-table.ts';
import { generateSourceHashes } from './generate-source-hashes.ts';
import { generateScreens } from './generate-screens.ts';
import { generateThreats } from './generate-threats.ts';
import { generateUnifiedExamples } from './generate-unified-examples.ts';
import { generateVariables } from './generate-variables.ts';

generateMigrationChecksums();
generateCatalog(providersFolder);
generateBrowserRoutes();
generateDashboardRoutes();
generateOperations();
await generateSourceHashes();
generateFieldTables();
generateEmbeddingTables();
generateErrors();
generateProviderPages();
generateUnifiedExamples();
generateReference();
generateScreens();
generateHealthTable();
generateDoctorTable();
generateAlertTable();
generateScopeTable();
generateFunctionLimits();
generateThreats();
generateVariables();
generateConcurrency();
generateDocs();
