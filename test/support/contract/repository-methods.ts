import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { SampleValues } from './sample-values.js';

/** A public method of a repository, and lists of arguments for it. */
export interface RepositoryMethod {
  readonly repository: string;
  readonly method: string;
  readonly calls: readonly (readonly unknown[])[];
}

/** Every public method of every class in `*.repository.ts`, read from the sources. */
export function repositoryMethods(): readonly RepositoryMethod[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.repository.ts'))
    .map((path) => join('src', path));
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const options = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host)?.options ?? {};
  const program = ts.createProgram(files, { ...options, noEmit: true });
  const values = new SampleValues(program.getTypeChecker());
  return files.flatMap((file) => {
    const statements = program.getSourceFile(file)?.statements ?? [];
    return statements.flatMap((one) => (ts.isClassDeclaration(one) ? methodsOf(one, values) : []));
  });
}

function methodsOf(one: ts.ClassDeclaration, values: SampleValues): readonly RepositoryMethod[] {
  const repository = one.name?.text ?? '';
  return one.members.flatMap((member) => {
    if (!ts.isMethodDeclaration(member) || !ts.isIdentifier(member.name)) return [];
    if (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.NonPublicAccessibilityModifier)
      return [];
    const calls = values.ofParameters(member.parameters);
    return [{ repository, method: member.name.text, calls }];
  });
}
