:r tables.sql
USE [shop]
GO
CREATE TABLE [dbo].[Customers] ([Id] INT IDENTITY(1,1) PRIMARY KEY, [Name] NVARCHAR(MAX), [Tags] INT)
GO
CREATE PROCEDURE [dbo].[GetCustomer] @Id INT AS
BEGIN
  DECLARE @t TABLE (x INT);
  SELECT c.[Name] FROM dbo.Customers AS c WHERE c.Id = @Id;
  EXEC dbo.Audit @Id;
END
GO
EXEC GetCustomer @Id = 1
GO
