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
  const checker = program.getTypeChecker();
  const values = new SampleValues(checker);
  return files.flatMap((file) => {
    const statements = program.getSourceFile(file)?.statements ?? [];
    return statements.flatMap((one) =>
      ts.isClassDeclaration(one) ? methodsOf(one, checker, values) : [],
    );
  });
}

/** Inherited ones are among them: a class with types of its own is looked at in those that extend it. */
function methodsOf(
  one: ts.ClassDeclaration,
  checker: ts.TypeChecker,
  values: SampleValues,
): readonly RepositoryMethod[] {
  const symbol = one.name && checker.getSymbolAtLocation(one.name);
  if (!symbol || one.typeParameters) return [];
  return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).flatMap((member) => {
    if (!isPublicMethod(member.valueDeclaration)) return [];
    const [signature] = checker.getTypeOfSymbol(member).getCallSignatures();
    // What a task waits for is asked for by others: `lists.contract-spec` looks at those plans.
    if (signature && isDueCondition(signature)) return [];
    const calls = values.ofParameters(signature?.parameters ?? []);
    return [{ repository: symbol.name, method: member.name, calls }];
  });
}

function isPublicMethod(declared: ts.Declaration | undefined): boolean {
  if (!declared || !ts.isMethodDeclaration(declared) || !ts.isIdentifier(declared.name))
    return false;
  const flags = ts.getCombinedModifierFlags(declared);
  return (flags & ts.ModifierFlags.NonPublicAccessibilityModifier) === 0;
}

function isDueCondition(signature: ts.Signature): boolean {
  // A type without a declaration has no symbol, whatever the typing says.
  const symbol = signature.getReturnType().symbol as ts.Symbol | undefined;
  return symbol?.name === 'DueCondition';
}
