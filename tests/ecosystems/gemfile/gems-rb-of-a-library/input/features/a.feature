Feature: a
