import { describe, expect, it } from 'vitest';
import { availableUpdate, versionStatus } from './version-status.js';

describe('versionStatus', () => {
  it('is current for the asked release alone, and compares releases as numbers', () => {
    expect(versionStatus('2023.2', '2023.2')).toBe('current');
    expect(versionStatus('2023.2', '2023.02')).toBe('current');
    expect(versionStatus('2023.2', '2023.20')).toBe('latest');
    expect(versionStatus('2023.1', '2023.2')).toBe('latest');
    expect(versionStatus('2025.1', '2023.2')).toBe('latest');
  });
});

describe('availableUpdate', () => {
  it('is null when nothing is installed', () => {
    expect(availableUpdate('1.0.0', undefined)).toBeNull();
  });

  it('is true for a newer version alone', () => {
    expect(availableUpdate('1.0.0-2023.2', '1.0.0')).toBe(true);
    expect(availableUpdate('1.0.0', '1.0.0')).toBe(false);
    expect(availableUpdate('1.0.0', '1.0.1')).toBe(false);
  });
});
