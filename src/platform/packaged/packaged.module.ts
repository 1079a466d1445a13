import { Module } from '@nestjs/common';
import { PackagedDocuments } from './packaged-documents.js';

/** Where the installation of packages meets the domains that own what packages bring. */
@Module({ providers: [PackagedDocuments], exports: [PackagedDocuments] })
export class PackagedModule {}
